import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { useCallbackState } from '../../queries/callbacks.ts';
import { useSettings } from '../../queries/settings.ts';
import { CallbackAddresses } from './CallbackAddresses.tsx';
import { CallbackDeliveries } from './CallbackDeliveries.tsx';
import { ListenerForm } from './ListenerForm.tsx';

/** The callback listener, the address of each profile, and the last deliveries. */
export function Callbacks() {
  const settings = useSettings();
  const state = useCallbackState();
  const error = settings.error ?? state.error;
  const fault = (
    <ErrorNotice
      error={error}
      onRetry={() => {
        void settings.refetch();
        void state.refetch();
      }}
    />
  );
  if (settings.data === undefined || state.data === undefined) return fault;
  const { callbackListener } = settings.data;
  return (
    <>
      {fault}
      <ListenerForm stored={callbackListener} state={state.data} />
      <CallbackAddresses state={state.data} isPublic={callbackListener.publicUrl !== null} />
      <CallbackDeliveries turnedAway={state.data.turnedAway} />
    </>
  );
}
