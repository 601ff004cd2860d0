import manifest from '../../../package.json' with { type: 'json' };

/** The version of Bursar. */
export const version: string = manifest.version;
