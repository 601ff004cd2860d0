/** Sixteen hexadecimal digits, the same for the same seed and counter; good for identifiers, not for secrets. */
export function seededHex(seed: number, counter: number): string {
  const high = mix(seed, counter, 0x51ed270b);
  const low = mix(seed, counter, 0x2545f491);
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** A number from 0 up to, not including, 1: the same for the same seed, counter and purpose. */
export function seededFraction(seed: number, counter: number, purpose: number): number {
  return mix(seed, counter, purpose) / 2 ** 32;
}

function mix(seed: number, counter: number, purpose: number): number {
  return scramble(scramble(scramble(seed >>> 0) ^ (counter >>> 0)) ^ purpose);
}

/** A bijection of 32-bit numbers in which every bit of the input moves about half the bits of the output. */
function scramble(value: number): number {
  let bits = (value + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
