package io.github.leaderelection.internal.store.etcd;

import io.github.leaderelection.spi.LeaseStore.Key;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EtcdVersion} and {@link EtcdKeys}.
 */
class EtcdKeysTests {

	@Test
	void versionsHaveTheRevisionsAndTheStamp() {
		EtcdVersion version = new EtcdVersion(3, 41, EtcdVersion.stamp(-1));
		assertThat(version).hasToString("3.41-ffffffffffffffff");
		assertThat(EtcdVersion.parse(version.toString())).isEqualTo(version);
		for (String foreign : new String[] { "old", "", "0", "41-ff", "3.41", "3.41-FF", "9999999999999999999.1-0" }) {
			assertThat(EtcdVersion.parse(foreign).modified()).as(foreign).isNegative();
		}
	}

	@Test
	void keysNameClusterAndGroup() {
		EtcdKeys keys = new EtcdKeys("leases/");
		assertThat(keys.record(new Key("orders", "default"))).isEqualTo(EtcdKeys.bytes("leases/orders/default"));
		assertThat(keys.record(new Key("a/b", "c d"))).isEqualTo(EtcdKeys.bytes("leases/a%2Fb/c+d"));
	}

}
