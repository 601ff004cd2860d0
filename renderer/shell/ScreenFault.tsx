import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { Link } from 'react-router';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { ScreenNotLoaded } from '../kit/layout/lazy-screens.ts';
import { Page } from '../kit/layout/Page.tsx';

type ScreenFaultProps = {
  /** The address of the content: a different one is tried again. */
  readonly place: string;
  readonly children: ReactNode;
};
type State = { readonly fault: unknown; readonly hasFault: boolean; readonly place: string };

/** Replaces a screen that failed with its error, and two ways to continue. */
export class ScreenFault extends Component<ScreenFaultProps, State> {
  override state: State = { fault: null, hasFault: false, place: this.props.place };

  static getDerivedStateFromError(fault: unknown): Partial<State> {
    return { fault, hasFault: true };
  }

  static getDerivedStateFromProps({ place }: ScreenFaultProps, state: State): Partial<State> | null {
    return place === state.place ? null : { place, fault: null, hasFault: false };
  }

  override render(): ReactNode {
    const { fault, hasFault } = this.state;
    if (!hasFault) return this.props.children;
    return (
      <Page
        title={
          fault instanceof ScreenNotLoaded
            ? `${fault.screen} could not be opened`
            : 'Something went wrong on this screen'
        }
      >
        <ErrorNotice error={fault} onRetry={() => location.reload()} />
        <Box>
          <Button component={Link} to="/overview">
            Go to overview
          </Button>
        </Box>
      </Page>
    );
  }
}
