// The words of the dialog in which one chooses how the game is printed.
export const P = {
  title: "Print and play",
  about: "A PDF of exactly this game. Print it at 100\u00a0%, without “fit to page”.",
  heads: {
    paper: "Paper",
    cards: "Cards",
    duplex: "Printing on both sides",
    ink: "Ink",
  } as Record<string, string>,
  parts: "What to print",
  all: "All",
  none: "None",
  make: "Open the PDF",
  nothing: "Choose something to print.",
};
