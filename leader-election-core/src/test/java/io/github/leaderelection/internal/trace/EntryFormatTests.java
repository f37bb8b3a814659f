package io.github.leaderelection.internal.trace;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.recordcodec.Shapes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Traces of a protocol that is no election, with entries of its own.
 */
class EntryFormatTests {

	private static final NodeId A = NodeId.of("a");

	private final EntryFormat<Sum> format = new EntryFormat<>(Shapes.ofValues(), Sum.class, Sum.Stepped.class);

	private final TraceRecorder<Long, Sum> recorder = new TraceRecorder<>(this.format, Sum.Resumed::new,
			TraceBudget.WHOLE);

	private final Heading heading = Heading.of("sums", ElectionSettings.of("cluster", "default", A, List.of(A)).build(),
			new Now(0, 1_700_000_000_000L));

	private void record(int inputs) {
		this.recorder.started(new Sum.Started("begins"));
		for (long i = 0; i < inputs; i++) {
			this.recorder.stepped(i, new Sum.Stepped(1));
		}
	}

	@Test
	void nothingIsTheTraceOfNothing() {
		assertThat(this.recorder.text(this.heading)).isEmpty();
	}

	@Test
	void entriesStandBehindAHeading() {
		record(2);
		assertThat(this.recorder.text(this.heading).orElseThrow()).isEqualTo("""
				leader-election-trace 1
				Heading(algorithm="sums", cluster="cluster", group="default", node="a", version="unknown", \
				writtenAt="2023-11-14T22:13:20Z")
				0 Started(text="begins")
				1 Stepped(added=1)
				2 Stepped(added=1)
				""");
	}

	@Test
	void longTraceBeginsWithAState() {
		record(60_000);
		List<String> lines = this.recorder.text(this.heading).orElseThrow().lines().toList();
		Trace<Sum> read = this.format.read(lines);
		long first = read.lines().get(0).number();
		assertThat(first).isPositive();
		assertThat(read.lines().get(0).entry()).isEqualTo(new Sum.Resumed(first));
		assertThat(read.lines()).hasSize(60_000 - (int) first + 1);
		assertThat(read.lines().get(1)).isEqualTo(new Trace.Line<>(first + 1, new Sum.Stepped(1)));
		assertThat(EntryFormat.heading(lines)).isEqualTo(this.heading);
	}

	@Test
	void inputsOutOfOrderAreRefused() {
		record(2);
		List<String> lines = this.recorder.text(this.heading).orElseThrow().lines().toList();
		List<String> broken = List.of(lines.get(0), lines.get(1), lines.get(2), lines.get(4));
		assertThatExceptionOfType(TraceException.class).isThrownBy(() -> this.format.read(broken))
			.withMessageContaining("input 0 is followed by 2");
	}

	/**
	 * The entries of a protocol that adds.
	 */
	private sealed interface Sum {

		record Started(String text) implements Sum {
		}

		record Resumed(long sum) implements Sum {
		}

		record Stepped(long added) implements Sum {
		}

	}

}
