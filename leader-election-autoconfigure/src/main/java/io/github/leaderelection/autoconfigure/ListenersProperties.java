package io.github.leaderelection.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What becomes of listeners that fail.
 *
 * @param resignOnFailure Whether a node resigns when a listener fails as leadership
 * begins, so that another may lead. If not, the failure is logged.
 */
@ConfigurationProperties("leader-election.listeners")
record ListenersProperties(@DefaultValue("false") boolean resignOnFailure) {
}
