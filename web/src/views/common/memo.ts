/** Caches the last result until an argument changes. */
export function memo<A extends unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let last: { args: A; result: R } | undefined;
  return (...args) => {
    if (!last || args.some((arg, i) => arg !== last?.args[i])) last = { args, result: make(...args) };
    return last.result;
  };
}
