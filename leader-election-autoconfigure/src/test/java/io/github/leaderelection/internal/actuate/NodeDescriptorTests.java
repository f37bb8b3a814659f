package io.github.leaderelection.internal.actuate;

import java.util.Map;

import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.internal.protocol.StoreUse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link NodeDescriptor}.
 */
class NodeDescriptorTests {

	private final StubElector elector = new StubElector(Statuses.withoutMembers(Statuses.leading("default")));

	@Test
	void whoHasNoOtherMemberIsAloneUnlessAStoreMayBringOthers() {
		assertThat(described().standalone()).isTrue();
		this.elector.asks(new StoreUse("a store", false, 1, 0, 0));
		assertThat(described().standalone()).isFalse();
	}

	private NodeDescriptor described() {
		return NodeDescriptor.of(new StubNode(this.elector), Map::of, new GateStatistics(), Details.SHOWN);
	}

}
