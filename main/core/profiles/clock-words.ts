/** What to tell a person whose computer's clock is off; the difference is positive when it is behind the gateway's. */
export function clockWords(differenceSeconds: number): string {
  const place = differenceSeconds > 0 ? 'behind' : 'ahead of';
  return `This computer's clock is ${Math.abs(differenceSeconds)} seconds ${place} the gateway's. Bursar corrects for it; set the clock.`;
}
