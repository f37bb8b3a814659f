package io.github.leaderelection.internal.store.etcd;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LeaseText}, {@link EtcdVersion} and {@link EtcdKeys}.
 */
class LeaseTextTests {

	@Test
	void everyPartIsReadAsItWasWritten() {
		LeaseRecord record = new LeaseRecord(NodeId.of("a\\b"), -1, Long.MIN_VALUE,
				"http://a/\nb\r\\n \\ 'c' \"d\" \u4e8b\\s\\u0041", Long.MAX_VALUE, 1, true, NodeId.of("p"), 7,
				"1.2-ff");
		LeaseText text = LeaseText.parse(LeaseText.of(record, "ff"));
		assertThat(text.record("1.2-ff")).isEqualTo(record);
		assertThat(text.stamp()).isEqualTo("ff");
	}

	@Test
	void partsThatAreNotThereHaveNoLine() {
		LeaseRecord record = new LeaseRecord(null, 0, 0, null, 1, 1, false, null, 0, "1.1-0");
		String text = LeaseText.of(record, "0");
		assertThat(text).doesNotContain("holder", "url", "preferred ");
		assertThat(LeaseText.parse(text).record("1.1-0")).isEqualTo(record);
	}

	@Test
	void textOfSomebodyElseIsRefused() {
		for (String foreign : new String[] { "", "hello", "{}", "token 1\nstamp x", "token one\n" }) {
			assertThatIllegalArgumentException().as(foreign).isThrownBy(() -> LeaseText.parse(foreign).record("1.1-0"));
		}
	}

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
		Key key = new Key("orders", "present/x");
		assertThat(EtcdKeys.below(keys.cluster("orders"), keys.present(key, "p")))
			.isEqualTo(EtcdKeys.group(key) + "/present/p");
	}

}
