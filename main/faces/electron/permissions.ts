import type { Session } from 'electron';

/** Denies the page every permission and device, whether requested or queried, and downloads, which `host.saveFile` handles. */
export function denyEverything(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
  session.on('will-download', (event) => event.preventDefault());
  // The spelling dictionaries would be downloaded.
  session.setSpellCheckerEnabled(false);
}
