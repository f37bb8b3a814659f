package io.github.leaderelection.internal.assignment.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.metadata.application.GroupMetadata;
import io.github.leaderelection.internal.metadata.application.NodeMetadata;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * What operators say of pins, kept in the metadata of a group: a line for each partition,
 * which counts before the configuration.
 */
public final class KeptPins {

	private static final String KEY = "leader-election.pins";

	private static final String NONE = "-";

	private static final String REQUIRED = "required";

	private final NodeMetadata metadata;

	/** The newest value that each group was told. */
	private final Map<String, Metadata> told = new ConcurrentHashMap<>();

	public KeptPins(NodeMetadata metadata, Map<String, GroupPart> groups) {
		this.metadata = metadata;
		groups.forEach((group, part) -> part.pinnedBy(() -> begun(group), (state) -> look(group, part, state)));
	}

	/** What a start knows of pins, and that no leadership knows them yet. */
	private List<AssignmentEvent> begun(String group) {
		Metadata newest = this.metadata.of(group).newest();
		this.told.put(group, newest);
		List<AssignmentEvent> events = new ArrayList<>(read(text(newest)));
		events.add(new AssignmentEvent.PinsKnown(0));
		return events;
	}

	/** A leader is told nothing before its pins are the newest ones. */
	private void look(String group, GroupPart part, AssignmentState state) {
		GroupMetadata kept = this.metadata.of(group);
		LeaderState leader = state.leader();
		if (leader != null && !kept.isSynchronised(leader.token())) {
			return;
		}
		Metadata newest = kept.newest();
		Metadata before = Objects.requireNonNullElse(this.told.put(group, newest), Metadata.NONE);
		if (newest != before && !text(newest).equals(text(before))) {
			read(text(newest)).forEach(part.publisher()::tell);
		}
		if (leader != null && state.pinsKnown() < leader.token()) {
			part.publisher().tell(new AssignmentEvent.PinsKnown(leader.token()));
		}
	}

	private static String text(Metadata value) {
		return value.entries()
			.stream()
			.filter((each) -> each.key().equals(KEY))
			.map(Metadata.Entry::value)
			.findFirst()
			.orElse("");
	}

	/**
	 * Keeps a pin, or that there is none. Only on the leader.
	 * @return fails if the metadata are not written
	 */
	public CompletionStage<LeaderSequenceNumber> keep(String group, AssignmentEvent.Pinned pin) {
		return this.metadata.of(group).reserve(KEY, (text) -> {
			Map<String, String> lines = new TreeMap<>();
			read((text != null) ? text : "").forEach((each) -> lines.put(name(each), line(each)));
			lines.put(name(pin), line(pin));
			return String.join("\n", lines.values());
		});
	}

	private static String name(AssignmentEvent.Pinned pin) {
		return pin.assignment() + " " + pin.name();
	}

	private static String line(AssignmentEvent.Pinned pin) {
		String worker = pin.worker();
		return name(pin) + " " + ((worker != null) ? worker : NONE) + " " + (pin.required() ? REQUIRED : NONE);
	}

	private static List<AssignmentEvent.Pinned> read(String text) {
		return text.lines()
			.map((line) -> line.split(" "))
			.filter((words) -> words.length == 4 && Arrays.stream(words).noneMatch(String::isEmpty))
			.map((words) -> new AssignmentEvent.Pinned(words[0], words[1], worker(words[2]), REQUIRED.equals(words[3])))
			.toList();
	}

	private static @Nullable String worker(String word) {
		return NONE.equals(word) ? null : word;
	}

}
