// The words of accounts, beside the part of the page that needs them.
export const A = {
  title: "Your account",
  guest: "You play as a guest.",
  signOut: "Sign out",
};
