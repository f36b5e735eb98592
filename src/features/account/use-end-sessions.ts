import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { accountFailure } from './account-failure.ts'

const endFailed = { title: 'Error', message: 'We could not sign that out. Please try again.' }

/** Signs one other browser out and reads the list again. */
export function useEndSession(onEnded: () => void) {
  return trpc.account.endSession.useMutation(useEnding('That device has been signed out.', onEnded))
}

/** Signs every other browser out and reads the list again. */
export function useEndOtherSessions(onEnded: () => void) {
  return trpc.account.endOtherSessions.useMutation(useEnding('Your other devices have been signed out.', onEnded))
}

function useEnding(words: string, onEnded: () => void) {
  const utils = trpc.useUtils()
  const toast = useToast()
  return {
    onSuccess: () => {
      toast({ title: 'Signed out', description: words })
      onEnded()
    },
    onError: (error: ApiError | Parameters<typeof accountFailure>[0]) => {
      const { title, message } = accountFailure(error, endFailed)
      toast({ title, description: message, tone: 'error' })
    },
    onSettled: () => utils.account.sessions.invalidate(),
  }
}
