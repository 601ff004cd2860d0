import { useOperation } from '../api.ts';

export function useProfiles() {
  return useOperation('profiles.list', {});
}
