package io.github.leaderelection.simulator.replay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import io.github.leaderelection.internal.assignment.runtime.AssignmentTrace;
import io.github.leaderelection.internal.metadata.runtime.MetadataTrace;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.trace.Heading;
import io.github.leaderelection.internal.trace.Trace;
import io.github.leaderelection.internal.trace.TraceException;
import io.github.leaderelection.internal.trace.TraceEntry;
import io.github.leaderelection.internal.trace.TraceFormat;
import io.github.leaderelection.simulator.options.Options;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * The command {@code replay-trace}.
 */
public final class ReplayCommand {

	/** Every input did as it did then. */
	static final int SAME = 0;

	/** Some input would now do otherwise. */
	static final int OTHERWISE = 1;

	/** The command, or the file, makes no sense. */
	static final int UNUSABLE = 2;

	private static final String ALGORITHM = "--algorithm";

	private static final Set<String> OPTIONS = Set.of("--file", "--from", "--to", ALGORITHM);

	private static final String USAGE = "use replay-trace --file F [--from N] [--to N] [--algorithm A]";

	private final Consumer<String> out;

	/** Prepares the command. */
	public ReplayCommand(Consumer<String> out) {
		this.out = out;
	}

	/**
	 * Replays a file.
	 * @return the exit code: 0 if all is as recorded, 1 if not, 2 if nothing could be
	 * replayed
	 */
	public int execute(List<String> arguments) {
		try {
			Options options = Options.read(arguments, OPTIONS);
			if (!options.has("--file")) {
				throw new IllegalArgumentException("No file is named: " + USAGE);
			}
			List<String> lines = lines(Path.of(options.text("--file", "")));
			String recorded = TraceFormat.heading(lines).algorithm();
			if (recorded.equals(AssignmentTrace.PROTOCOL) || recorded.equals(MetadataTrace.PROTOCOL)) {
				ReplayResult result = recorded.equals(MetadataTrace.PROTOCOL) ? new MetadataReplay(lines).result()
						: AssignmentReplay.replay(lines);
				this.out.accept(result.verdict());
				return result.isSame() ? SAME : OTHERWISE;
			}
			boolean all = options.has("--from") || options.has("--to");
			return replay(Protocols.named(algorithm(lines, options)), lines, options.number("--from", Long.MIN_VALUE),
					options.number("--to", Long.MAX_VALUE), all);
		}
		catch (TraceException | IllegalArgumentException ex) {
			this.out.accept(String.valueOf(ex.getMessage()));
			return UNUSABLE;
		}
	}

	/** The heading says it, and the option only confirms that. */
	private static String algorithm(List<String> lines, Options options) {
		String recorded = TraceFormat.heading(lines).algorithm();
		String named = options.text(ALGORITHM, recorded);
		if (!named.equals(recorded)) {
			throw new IllegalArgumentException("'" + ALGORITHM + " " + named + "' contradicts the trace, whose heading "
					+ "names '" + recorded + "': leave the option out, or give a trace of '" + named + "'");
		}
		return recorded;
	}

	private static List<String> lines(Path file) {
		try {
			return Files.readAllLines(file, StandardCharsets.US_ASCII);
		}
		catch (IOException ex) {
			throw new IllegalArgumentException(
					"The file '" + file + "' cannot be read (" + ex + "): give a trace as the endpoint answered it",
					ex);
		}
	}

	private <S, M extends ElectionMessage> int replay(ElectionProtocol<S, M> protocol, List<String> lines, long from,
			long to, boolean all) {
		TraceFormat<S, M> format = TraceFormat.of(protocol);
		Trace<TraceEntry<S, M>> trace = format.read(lines);
		Heading heading = trace.heading();
		this.out.accept("Node " + heading.node() + ", group " + heading.group() + " of cluster " + heading.cluster()
				+ ", election " + heading.algorithm() + ", version " + heading.version() + ", written at "
				+ heading.writtenAt());
		ReplayTimeline<M> timeline = new ReplayTimeline<>(format, this.out, from, to, all);
		ReplayResult result = TraceReplay.replay(protocol, trace, timeline::show);
		timeline.end();
		this.out.accept(result.verdict());
		return result.isSame() ? SAME : OTHERWISE;
	}

}
