package io.github.leaderelection.store.zookeeper;

import java.time.Duration;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.apache.zookeeper.common.PathUtils;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How leases are kept in ZooKeeper.
 *
 * @param connectString Servers, as 'zk1:2181,zk2:2181,zk3:2181'. Those of the
 * CuratorFramework bean unless set.
 * @param sessionTimeout Session of the client, which leaves a server that is silent for
 * two thirds of it. It decides nothing about leadership.
 * @param path Node below which leases are kept.
 * @param digest User and password, with a colon between. Then nobody else may use the
 * nodes.
 */
@ConfigurationProperties(ZookeeperStoreProperties.PREFIX)
record ZookeeperStoreProperties(@Nullable String connectString, @DefaultValue("10s") Duration sessionTimeout,
		@DefaultValue("/leader-election") String path, @Nullable String digest) {

	static final String PREFIX = "leader-election.zookeeper";

	ZookeeperStoreProperties {
		if (sessionTimeout.toMillis() < 1 || sessionTimeout.toMillis() > Integer.MAX_VALUE) {
			throw new InvalidElectionConfigurationException(PREFIX + ".session-timeout", sessionTimeout,
					"A session lasts for at least 1 ms and at most " + Integer.MAX_VALUE + " ms",
					"Choose some seconds; the servers keep it within their own bounds");
		}
		if (path.equals("/") || path.startsWith("/zookeeper") || !isLegal(path)) {
			throw new InvalidElectionConfigurationException(PREFIX + ".path", path,
					"This names no node that leases may be kept below",
					"Begin with a slash, end without one, as in '/leader-election'");
		}
		if (digest != null && digest.indexOf(':') < 1) {
			throw new InvalidElectionConfigurationException(PREFIX + ".digest", "******",
					"There is no user, or no colon behind it", "Write it as 'user:password'");
		}
	}

	private static boolean isLegal(String path) {
		try {
			PathUtils.validatePath(path);
			return true;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

}
