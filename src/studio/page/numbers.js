// Numbers as the command line writes them.

export const grouped = (number) => number.toLocaleString("en");

/** A share as percent with one decimal place. If two numbers are equally near, the last digit is
 * even, as on the command line; `toFixed` would take the larger number. */
export function percent(share) {
  const value = 100 * share;
  const halfway = Number.isInteger(4 * value) && !Number.isInteger(2 * value);
  return (halfway ? Math.round(5 * value) / 5 : value).toFixed(1);
}
