package io.github.leaderelection.internal.lifecycle;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.MemberChangedEvent;
import io.github.leaderelection.spring.MemberDownEvent;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.BDDMockito;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link LeadershipEventPublisher}.
 */
class LeadershipEventPublisherTests {

	private final List<Object> heard = new ArrayList<>();

	private final LeaderElector elector = Mockito.mock(LeaderElector.class);

	@Test
	void changeOfAMemberIsPublishedThoughAListenerOfItsOwnEventFails() {
		LeadershipListener listener = listener();
		assertThatIllegalStateException()
			.isThrownBy(() -> listener.onMemberChanged(NodeId.of("b"), MemberState.DOWN, 2));
		assertThat(this.heard).hasExactlyElementsOfTypes(MemberDownEvent.class, MemberChangedEvent.class);
	}

	private LeadershipListener listener() {
		LeaderElectorRegistry registry = Mockito.mock(LeaderElectorRegistry.class);
		BDDMockito.given(registry.groups()).willReturn(Set.of("default"));
		BDDMockito.given(registry.elector("default")).willReturn(this.elector);
		BDDMockito.given(this.elector.group()).willReturn("default");
		BDDMockito.given(this.elector.status())
			.willReturn(new ElectionStatus(NodeId.of("a"), "default", "default", "quorum", Set.of(), Role.FOLLOWER,
					false, false, 1, null, null, Instant.EPOCH, null, null, List.of(), null, "yes", List.of(), false,
					"", List.of()));
		new LeadershipEventPublisher(registry, this::publish).open();
		ArgumentCaptor<LeadershipListener> added = ArgumentCaptor.captor();
		BDDMockito.then(this.elector).should().addListener(added.capture());
		return added.getValue();
	}

	private void publish(Object event) {
		this.heard.add(event);
		if (event instanceof MemberDownEvent) {
			throw new IllegalStateException("a listener failed");
		}
	}

}
