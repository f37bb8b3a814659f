package io.github.leaderelection.system.assignments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.probe.RunFile;
import io.github.leaderelection.probe.RunFile.Run;

/**
 * What processes answered when they were asked which partitions and keys they own, and
 * what that proves. Only what was certainly owned counts: from the stamp after the first
 * yes of an ownership to the stamp before the last question with a yes.
 */
final class Ownerships {

	private final Map<String, List<Span>> byName = new TreeMap<>();

	private long answers;

	/**
	 * Adds what one process answered.
	 * @param process the process, another one after each start
	 * @param probe the directory of its probe
	 */
	void add(String process, Path probe) {
		for (String kind : List.of(ProbeNames.OWNED_PARTITIONS, ProbeNames.OWNED_KEYS)) {
			for (Path file : files(probe.resolve(kind))) {
				List<Span> spans = this.byName.computeIfAbsent(file.getFileName().toString(),
						(name) -> new ArrayList<>());
				for (Run run : runs(file)) {
					this.answers += run.count();
					if (run.answer() > 0) {
						spans.add(new Span(process, run));
					}
				}
			}
		}
	}

	static List<Path> files(Path directory) {
		if (!Files.isDirectory(directory)) {
			// The process ended before it probed.
			return List.of();
		}
		try (Stream<Path> files = Files.list(directory)) {
			return files.sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static List<Run> runs(Path file) {
		try {
			return RunFile.read(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * How many answers there are, yes or no.
	 * @return their number
	 */
	long answers() {
		return this.answers;
	}

	/**
	 * How many ownerships were seen, of partitions and keys.
	 * @return their number
	 */
	int count() {
		return this.byName.values().stream().mapToInt(List::size).sum();
	}

	/**
	 * Two that owned the same at once.
	 * @return a line for each proven pair
	 */
	List<String> overlaps() {
		List<String> found = new ArrayList<>();
		eachPair((name, one, other) -> {
			if (one.encloses(other) || other.encloses(one) || one.meets(other)) {
				found.add(name + ": " + one + " beside " + other);
			}
		});
		return found;
	}

	/**
	 * Tokens that do not rise in the order in which ownerships begin, or begin twice.
	 * @return a line for each proven pair
	 */
	List<String> tokensOutOfOrder() {
		List<String> found = new ArrayList<>();
		eachPair((name, one, other) -> {
			Span low = (one.token() < other.token()) ? one : other;
			Span high = (low == one) ? other : one;
			if (low.token() == high.token() || low.run().lastBefore() > high.run().firstAfter()) {
				found.add(name + ": " + low + " after " + high);
			}
		});
		return found;
	}

	private void eachPair(Pair pair) {
		this.byName.forEach((name, unsorted) -> {
			List<Span> spans = unsorted.stream()
				.sorted(Comparator.comparingLong((span) -> span.run().firstAfter()))
				.toList();
			for (int i = 0; i < spans.size(); i++) {
				for (int j = i + 1; j < spans.size(); j++) {
					pair.look(name, spans.get(i), spans.get(j));
				}
			}
		});
	}

	/** Looks at two ownerships, the one first that was seen first. */
	@FunctionalInterface
	private interface Pair {

		void look(String name, Span one, Span other);

	}

	/**
	 * An ownership.
	 *
	 * @param process the process that owned
	 * @param run its answers under one token
	 */
	private record Span(String process, Run run) {

		long token() {
			return this.run.answer();
		}

		/** Whether a yes of the other lies between two of this one. */
		boolean encloses(Span other) {
			return encloses(other.run.firstBefore(), other.run.firstAfter())
					|| encloses(other.run.lastBefore(), other.run.lastAfter());
		}

		private boolean encloses(long before, long after) {
			return this.run.firstAfter() <= before && after <= this.run.lastBefore();
		}

		/** Whether both were certainly owned at one instant. */
		boolean meets(Span other) {
			return Math.max(this.run.firstAfter(), other.run.firstAfter()) <= Math.min(this.run.lastBefore(),
					other.run.lastBefore());
		}

	}

}
