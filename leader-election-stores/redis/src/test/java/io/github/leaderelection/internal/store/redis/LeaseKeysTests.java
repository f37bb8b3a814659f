package io.github.leaderelection.internal.store.redis;

import io.github.leaderelection.spi.LeaseStore.Key;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaseKeysTests {

	@Test
	void namesAreReadAsTheyAreConfigured() {
		assertThat(new LeaseKeys("leader-election:").name(new Key("orders", "default")))
			.isEqualTo("leader-election:{orders/default}");
	}

	@Test
	void namesOfTwoRecordsDiffer() {
		LeaseKeys keys = new LeaseKeys("p:");
		assertThat(keys.name(new Key("a/b", "c"))).isNotEqualTo(keys.name(new Key("a", "b/c")));
		assertThat(keys.name(new Key("a}", "b"))).isEqualTo("p:{a%7D/b}");
		assertThat(keys.name(new Key("a", "b"))).isNotEqualTo(new LeaseKeys("q:").name(new Key("a", "b")));
	}

	@Test
	void theBracesAloneDecideWhereAKeyLies() {
		Key key = new Key("orders", "default");
		assertThat(SlotHash.getSlot(new LeaseKeys("p:").name(key)))
			.isEqualTo(SlotHash.getSlot(new LeaseKeys("other/").name(key)))
			.isNotEqualTo(SlotHash.getSlot(new LeaseKeys("p:").name(new Key("orders", "other"))));
	}

}
