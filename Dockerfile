# Packages contain their binaries, so the only network access is to the npm registry, and there is no compiler.
FROM node:24-bookworm-slim AS build
WORKDIR /app

COPY package.json package-lock.json ./
COPY scripts ./scripts
RUN npm ci --omit=dev --no-audit --no-fund

COPY tsconfig.json vite.config.ts ./
COPY migrations ./migrations
COPY src-shared ./src-shared
COPY src-server ./src-server
COPY src ./src
COPY .env.example .nvmrc CHANGELOG.md LICENSE ./
COPY deploy/gift-card-exchange.service deploy/opentelemetry.mjs ./deploy/
# The pages contain the base path, so the build needs the same value as the server.
ARG BASE_PATH=
RUN BASE_PATH="$BASE_PATH" npm run release
# The image has the files and packages of a release.
WORKDIR /release
RUN tar -xzf /app/gift-card-exchange-*.tgz --strip-components=1 && npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    NPM_CONFIG_CACHE=/tmp/npm \
    NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
COPY --from=build /release ./

# A named volume takes over the owner and the mode of this folder when it is first mounted.
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM

HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}${process.env.BASE_PATH ?? ''}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

CMD ["node", "--max-semi-space-size=4", "dist/server/main.js"]
