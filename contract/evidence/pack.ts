/** The verifier knows packs by this name. */
export const packFormat = 'bursar-evidence-1';

/**
 * The most bytes of one file of an evidence pack and of all of them, when unpacked, and the most files: a verifier reads no more, because a few
 * packed bytes may expand to more than the memory holds.
 */
export const largestPack = { fileBytes: 500_000_000, allBytes: 4_000_000_000, files: 5000 };
