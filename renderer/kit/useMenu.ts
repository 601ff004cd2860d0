import { useId, useRef, useState } from 'react';

/** Links a button and its menu: properties of the button, properties of the menu, and a function to close it. */
export function useMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setIsOpen(false);
  return {
    close,
    button: {
      ref: button,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      ...(isOpen ? { 'aria-controls': id } : {}),
      onClick: () => setIsOpen(true),
    },
    menu: { id, open: isOpen, anchorEl: () => button.current, onClose: close },
  } as const;
}
