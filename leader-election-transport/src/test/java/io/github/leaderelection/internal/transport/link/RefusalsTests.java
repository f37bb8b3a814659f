package io.github.leaderelection.internal.transport.link;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is seen of a refusal, and in which order. */
class RefusalsTests {

	private static final NodeId B = NodeId.of("b");

	private final Refusals refusals = new Refusals(NodeId.of("a"), List.of(NodeId.of("a"), B));

	@Test
	void whoSeesTheCountFindsTheTextAndTheReport() {
		List<String> seen = new ArrayList<>();
		this.refusals.add(new RecordingReceiver() {
			@Override
			public void refused(@Nullable NodeId peer, String reason) {
				seen.add(count() + " " + RefusalsTests.this.refusals.last(B));
			}
		}, RefusalReason.SECRET, B, "from here");
		assertThat(seen).singleElement().asString().startsWith("0 ").contains("SECRET").contains("from here");
		assertThat(count()).isOne();
	}

	private long count() {
		return this.refusals.counts().get(RefusalReason.SECRET);
	}

}
