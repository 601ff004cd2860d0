import { app, type WebContents } from 'electron';
import { isHttps } from '../window/outside-address.ts';
import { isPageAddress } from './address.ts';
import { openOutside } from './dialogs.ts';
import { cutOffWebRtc } from './no-network.ts';

/** Prevents a page from becoming another one, from its creation on: navigation, frames, windows, web views. */
export function guardAllContents(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}

function guardContents(contents: WebContents): void {
  cutOffWebRtc(contents);
  contents.on('will-navigate', (event) => {
    if (!isPageAddress(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isPageAddress(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
  contents.setWindowOpenHandler(({ url }) => {
    if (isHttps(url)) void openOutside(url);
    return { action: 'deny' };
  });
}
