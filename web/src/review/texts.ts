// The words of the review. They come with its page, so that the first load does not carry them.
export const R = {
  title: "Review",
  table: "Back to the table",
};
