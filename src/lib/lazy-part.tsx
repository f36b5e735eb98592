import { Component, type ComponentType, type ReactNode, Suspense, use, useEffect, useReducer } from 'react'
import { type Failure, failureOf } from './load-chunk.ts'

const RETRY_MS = 60_000

/** What every lazy part accepts: a failed one tries again when `attempt` changes. */
type Attempts = { attempt?: unknown }

/** Props of the fallback of a failed part. `retry` never rejects. */
type FailedPartProps = { retry: () => Promise<void>; failure: Failure }

type PropsOf<Part> = Part extends (props: infer Props extends object) => ReactNode ? Props : never

/**
 * Loads a component of a module when it is rendered. A failure shows `Failed`; without it, nothing, and loading is
 * tried again.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  Failed: ComponentType<PropsOf<Module[Name]> & FailedPartProps> = RetryLater,
  pending?: ReactNode,
): ComponentType<PropsOf<Module[Name]> & Attempts> {
  type Props = PropsOf<Module[Name]>
  let loading: Promise<Module> | undefined
  const reload = () => {
    loading = load()
    return loading
  }
  const Code = (props: Props) => {
    const Loaded = use(loading ?? reload())[name] as ComponentType<Props>
    return <Loaded {...props} />
  }
  /** An effect of its own, because React delays the end of a fallback by up to 300 ms. */
  const Pending = ({ onLoaded }: { onLoaded: () => void }) => {
    useEffect(() => {
      loading?.then(onLoaded, () => undefined)
    }, [onLoaded])
    return pending
  }
  const Part = (props: Props & Attempts) => {
    const [, update] = useReducer((updates: number) => updates + 1, 0)
    return (
      <PartBoundary
        attempt={props.attempt}
        reload={reload}
        // The next render of the part loads it again.
        onFailed={() => {
          loading = undefined
        }}
        failed={(way) => <Failed {...props} {...way} />}
      >
        <Suspense fallback={<Pending onLoaded={update} />}>
          <Code {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
  return Part
}

type BoundaryProps = Attempts & {
  reload: () => Promise<unknown>
  onFailed: () => void
  failed: (way: FailedPartProps) => ReactNode
  children: ReactNode
}

class PartBoundary extends Component<BoundaryProps, { failure: Failure | undefined }> {
  override state = { failure: undefined }
  static getDerivedStateFromError = (error: unknown) => ({ failure: failureOf(error) })
  override componentDidCatch() {
    this.props.onFailed()
  }
  override componentDidUpdate({ attempt }: BoundaryProps) {
    if (this.state.failure && attempt !== this.props.attempt) void this.retry()
  }
  /** Keeps `failed` until the code is loaded. */
  retry = () =>
    this.props.reload().then(
      () => this.setState({ failure: undefined }),
      () => this.props.onFailed(),
    )
  override render() {
    const { failure } = this.state
    return failure ? this.props.failed({ retry: this.retry, failure }) : this.props.children
  }
}

function RetryLater({ retry, failure }: FailedPartProps) {
  useEffect(() => {
    if (failure === 'outdated') return
    const timer = setInterval(retry, RETRY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [retry, failure])

  return null
}
