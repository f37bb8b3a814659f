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
 * Clients of Curator that a store may use: they repeat nothing.
 *
 * @param sessionTimeout how long ZooKeeper keeps the places of a process that is silent
 * @param digest user and password, with a colon between; null for none
 * @param config how connections are made, such as TLS; null for ZooKeeper's defaults
 */
public record ZookeeperClients(String connectString, Duration sessionTimeout, @Nullable String digest,
		@Nullable ZKClientConfig config) {

	/**
	 * A client that is not started. Where there is a digest, nobody else may use what it
	 * makes.
	 */
	public CuratorFramework client() {
		int timeout = Math.toIntExact(this.sessionTimeout.toMillis());
		// The list of servers is the operator's: what they say of themselves may not be
		// reachable from here.
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
	 * Only whoever made a node may do anything with it.
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
