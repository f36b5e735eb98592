/** File names below the base path, and the prefix of the caches of the service worker. */
export const offline = { worker: 'service-worker.js', page: 'offline.html', cachePrefix: 'gce-offline-' } as const
