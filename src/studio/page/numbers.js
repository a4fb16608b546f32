// Numbers as the command line writes them.

export const grouped = (number) => number.toLocaleString("en");

/** A share as percent with one decimal place. If two numbers are equally near, the last digit is
 * even, as on the command line. The error of the share's binary form is removed first: 0.1235 is
 * halfway between 12.3 and 12.4, although `toFixed` takes it for less. */
export function percent(share) {
  const tenths = Math.round(100 * share * 10 * 1e6) / 1e6;
  const below = Math.floor(tenths);
  const whole = tenths - below === 0.5 ? below + Math.abs(below % 2) : Math.round(tenths);
  return (whole / 10).toFixed(1);
}
