/**
 * Takes WebRTC out of the page before anything else runs: it would send past the content security policy. Policies for it (`webrtc` in the
 * content security policy) are not known to every browser.
 */
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, name);
