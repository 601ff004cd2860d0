import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useToast } from '../messages/useToast.tsx';

/** A menu or dialog that is loaded when it is first opened. If it cannot be loaded, the window stays as it is and says so. */
export function lazyPart<Props extends { readonly onClose: () => void }>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function LazyPart(props) {
    const [, setIsLoaded] = useState(Loaded !== null);
    const toast = useToast();
    const close = useRef(props.onClose);
    useEffect(() => {
      close.current = props.onClose;
    });
    useEffect(() => {
      if (Loaded !== null) return undefined;
      let isOpen = true;
      const begin = async (): Promise<void> => {
        try {
          Loaded = await load();
          if (isOpen) setIsLoaded(true);
        } catch {
          if (!isOpen) return;
          toast.show(notLoadedText(what), reload);
          close.current();
        }
      };
      void begin();
      return () => {
        isOpen = false;
      };
    }, [toast]);
    return Loaded === null ? null : <Loaded {...props} />;
  };
}

/** Browsers keep a failed load until the page is loaded again. */
export const reload = { label: 'Reload', onClick: () => location.reload() };

/** What is said of a menu or dialog that could not be loaded. */
export function notLoadedText(what: string): string {
  return `Bursar could not load ${what}. Reload the window; if that does not help, start Bursar again.`;
}
