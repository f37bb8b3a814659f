package io.github.leaderelection.internal.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Creates clients of Curator for a store: they repeat no request.
 *
 * @param sessionTimeout how long ZooKeeper keeps the session of a silent process
 * @param digest user and password, with a colon between; null for none
 * @param config connection settings, such as TLS; null for ZooKeeper's defaults
 */
public record ZookeeperClients(String connectString, Duration sessionTimeout, @Nullable String digest,
		@Nullable ZKClientConfig config) {

	/**
	 * Creates a client that is not started. With a digest, only its user may use the
	 * nodes that the client creates.
	 */
	public CuratorFramework client() {
		int timeout = Math.toIntExact(this.sessionTimeout.toMillis());
		// The operator's list of servers stays: the addresses that servers announce may
		// be unreachable from here.
		CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
			.connectString(this.connectString)
			.sessionTimeoutMs(timeout)
			.connectionTimeoutMs(timeout)
			.retryPolicy(new NoRepetition())
			.ensembleTracker(false);
		if (this.digest != null) {
			builder.authorization("digest", this.digest.getBytes(StandardCharsets.UTF_8))
				.aclProvider(new CreatorOnly());
		}
		if (this.config != null) {
			builder.zkClientConfig(this.config);
		}
		return builder.build();
	}

	/**
	 * Gives all rights on a node to its creator alone.
	 */
	private static final class CreatorOnly implements ACLProvider {

		@Override
		public List<ACL> getDefaultAcl() {
			return ZooDefs.Ids.CREATOR_ALL_ACL;
		}

		@Override
		public List<ACL> getAclForPath(String path) {
			return ZooDefs.Ids.CREATOR_ALL_ACL;
		}

	}

}
