package io.github.leaderelection.internal.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TransportStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.peer.Sent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LinkRefusalsTests {

	private final AtomicReference<@Nullable TransportStatus> status = new AtomicReference<>();

	private final LinkRefusals refusals = new LinkRefusals(this.status::get);

	@Test
	void everyReasonIsKnownBeforeThereIsATransport() {
		assertThat(this.refusals.byReason().keySet())
			.containsExactlyElementsOf(Arrays.stream(RefusalReason.values()).map(Enum::name).toList());
		assertThat(this.refusals.byReason().values()).containsOnly(0L);
	}

	@Test
	void theCountsAreThoseOfTheTransport() {
		this.status.set(
				new TransportStatus(true, List.of(), Map.of(RefusalReason.SECRET, 3L), null, 0, 0, 0, Sent.NOTHING, 0));
		assertThat(this.refusals.byReason()).containsEntry("SECRET", 3L)
			.containsEntry("CLUSTER", 0L)
			.hasSize(RefusalReason.values().length);
	}

	@Test
	void crashDetectionIsOffBeforeThereIsATransportAndWhereNoPeerHasAState() {
		assertThat(this.refusals.crashDetection()).isEmpty();
		this.status.set(status(peer("b", null)));
		assertThat(this.refusals.crashDetection()).isEmpty();
	}

	@Test
	void crashDetectionIsThatOfEachPeer() {
		this.status.set(status(peer("b", "in use"), peer("c", "the member offers none")));
		assertThat(this.refusals.crashDetection()).containsExactly(Map.entry("b", "in use"),
				Map.entry("c", "the member offers none"));
	}

	private static TransportStatus status(PeerStatus... peers) {
		return new TransportStatus(true, List.of(peers), Map.of(), null, 0, 0, 0, Sent.NOTHING, 0);
	}

	private static PeerStatus peer(String id, @Nullable String crashDetection) {
		return new PeerStatus(NodeId.of(id), true, null, null, null, 0, null, null, null, crashDetection);
	}

}
