package io.github.leaderelection.store.etcd;

import java.net.URI;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How leases are kept in etcd.
 *
 * @param endpoints Addresses of the servers, as 'https://etcd-1:2379'. Without them the
 * application's jetcd Client is used.
 * @param keyPrefix What the keys of all leases begin with.
 * @param user Name of the user who asks.
 * @param password Password of the user who asks.
 * @param ssl How connections are secured.
 */
@ConfigurationProperties("leader-election.etcd")
record EtcdStoreProperties(@DefaultValue List<URI> endpoints, @DefaultValue("leader-election/") String keyPrefix,
		@Nullable String user, @Nullable String password, @DefaultValue Ssl ssl) {

	/**
	 * How connections are secured.
	 *
	 * @param bundle Name of the SSL bundle. Without one, servers with 'https' are trusted
	 * as the JVM trusts.
	 */
	record Ssl(@Nullable String bundle) {
	}

}
