/**
 * An inline script: when a file that the application needs to start fails to load, reloads the page once, as soon as
 * there is a network. Nothing is lost: the application has not started, and the browser restores typed text.
 */
export function reloadOnAssetError(key: string): void {
  let isRunning = false
  document.addEventListener('app-hydrated', () => {
    isRunning = true
    sessionStorage.removeItem(key)
  })
  addEventListener(
    'error',
    ({ target }) => {
      const isFile = target instanceof Element && target.matches('script[type=module],link[rel=stylesheet]')
      if (isRunning || !isFile || sessionStorage.getItem(key)) return
      sessionStorage.setItem(key, '1')
      if (navigator.onLine) location.reload()
      else addEventListener('online', () => location.reload())
    },
    true,
  )
}
