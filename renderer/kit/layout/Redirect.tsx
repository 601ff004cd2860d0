import { Navigate, useLocation, type NavigateProps } from 'react-router';

/**
 * Leads from an address without a screen to one that has it. Each visit to the address leads there: the router's own component would stay
 * at the second of two quick clicks, since it goes once as long as it is mounted.
 */
export function Redirect({ to, state }: Pick<NavigateProps, 'to' | 'state'>) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} state={state} replace />;
}
