package io.github.leaderelection.internal.assignment.application;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.metadata.application.NodeMetadata;
import io.github.leaderelection.metadata.LeaderMetadata;
import io.github.leaderelection.metadata.LeaderMetadataChangedEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.context.event.EventListener;

/**
 * What operators say of pins, kept in the metadata of a group: a line for each partition,
 * which counts before the configuration.
 */
public final class KeptPins {

	private static final String KEY = "leader-election.pins";

	private static final String NONE = "-";

	private static final String REQUIRED = "required";

	private final NodeMetadata metadata;

	private final Map<String, GroupPart> groups;

	private final Map<String, String> applied = new ConcurrentHashMap<>();

	public KeptPins(NodeMetadata metadata, Map<String, GroupPart> groups) {
		this.metadata = metadata;
		this.groups = groups;
		groups.forEach((group, part) -> part.pinnedBy(() -> read(text(metadata.of(group).lastKnown()))));
	}

	private static String text(LeaderMetadata.Value value) {
		return value.entries().getOrDefault(KEY, "");
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

	@EventListener
	void changed(LeaderMetadataChangedEvent event) {
		GroupPart part = this.groups.get(event.group());
		String text = text(event.value());
		if (part != null && !text.equals(this.applied.put(event.group(), text))) {
			read(text).forEach(part.publisher()::tell);
		}
	}

}
