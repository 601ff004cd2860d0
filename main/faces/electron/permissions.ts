import type { Session } from 'electron';

/** Denies the page every permission and every device, asked for or looked up, and downloads, which `host.saveFile` does. */
export function denyEverything(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
  session.on('will-download', (event) => event.preventDefault());
  // Its word lists would be fetched from somewhere else.
  session.setSpellCheckerEnabled(false);
}
