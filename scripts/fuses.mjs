import { FuseV1Options, FuseVersion } from '@electron/fuses';

/**
 * All nine fuses of Electron, each with its reason. `strictlyRequireAllFuses` makes packaging fail when a later Electron has a tenth
 * that nobody has decided about.
 */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The program must not become a Node that runs any script with its access to the keychain.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Only our own, unchanged archive is loaded, on systems that can check that.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // We have no snapshot.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The page comes from app://, never from file://.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // WebAssembly faults stay inside its sandbox.
  [FuseV1Options.WasmTrapHandlers]: true,
};
