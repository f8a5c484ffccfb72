/**
 * Lets the answer of the latest request through: an earlier one answers null when it comes. `supersede` makes all
 * pending answers stale.
 */
export function createLatestOnly() {
  let latest = 0;
  return {
    async answer<T>(answer: Promise<T>): Promise<T | null> {
      const request = (latest += 1);
      const value = await answer;
      return request === latest ? value : null;
    },
    supersede(): void {
      latest += 1;
    },
  };
}
