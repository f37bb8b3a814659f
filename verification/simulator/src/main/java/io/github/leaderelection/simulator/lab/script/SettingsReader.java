package io.github.leaderelection.simulator.lab.script;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.leaderelection.Promise;
import io.github.leaderelection.simulator.lab.stage.Range;
import io.github.leaderelection.simulator.lab.stage.Settings;

/**
 * Reads the settings of a scenario, one 'name = value' after another.
 */
final class SettingsReader {

	private static final double PPM = 1_000_000;

	private final Map<String, Consumer<Words>> readers = new HashMap<>();

	private final Set<String> seen = new HashSet<>();

	private int nodes;

	private long lease;

	private long heartbeat;

	private long drain;

	private double drift;

	private long clockPpm;

	private boolean directories;

	private Range delay;

	private int lossPerMille;

	private int repeatPerMille;

	private List<Long> silence;

	private Range save;

	private int minimumSize;

	private String variant = "";

	private String shows = "";

	private List<String> elections = List.of();

	private List<String> breaks = List.of();

	SettingsReader(Settings defaults) {
		this.nodes = defaults.nodes();
		this.lease = defaults.lease();
		this.heartbeat = defaults.heartbeat();
		this.drain = defaults.drain();
		this.drift = defaults.drift();
		this.clockPpm = defaults.clockPpm();
		this.directories = defaults.directories();
		this.delay = defaults.delay();
		this.lossPerMille = defaults.lossPerMille();
		this.repeatPerMille = defaults.repeatPerMille();
		this.silence = defaults.silence();
		this.save = defaults.save();
		this.minimumSize = defaults.minimumSize();
		this.readers.put("nodes", (words) -> this.nodes = words.count("the number of nodes", 1));
		this.readers.put("lease", (words) -> this.lease = duration(words).low());
		this.readers.put("heartbeat", (words) -> this.heartbeat = duration(words).low());
		this.readers.put("drain", (words) -> this.drain = duration(words).low());
		this.readers.put("drift", (words) -> this.drift = words.ppm("the bound on clock rates") / PPM);
		this.readers.put("clocks", this::clocks);
		this.readers.put("directories", (words) -> this.directories = yes(words));
		this.readers.put("delay", (words) -> this.delay = duration(words));
		this.readers.put("loss", (words) -> this.lossPerMille = words.perMille("how many messages are lost"));
		this.readers.put("repeats", (words) -> this.repeatPerMille = words.perMille("how many arrive twice"));
		this.readers.put("silent-links", this::silentLinks);
		this.readers.put("save", (words) -> this.save = duration(words));
		this.readers.put("variant", (words) -> this.variant = words.next("a variant"));
		this.readers.put("breaks", (words) -> this.breaks = list(words));
		this.readers.put("minimum-cluster-size", this::minimumSize);
		this.readers.put("shows", (words) -> this.shows = promise(words));
		this.readers.put("elections", (words) -> this.elections = list(words));
	}

	void read(String name, Words words) {
		Consumer<Words> reader = this.readers.get(name);
		if (reader == null) {
			throw words.wrong("there is no setting '" + name + "': use one of "
					+ this.readers.keySet().stream().sorted().toList());
		}
		if (!this.seen.add(name)) {
			throw words.wrong("'" + name + "' is set twice: remove one of the two lines");
		}
		reader.accept(words);
		words.end();
	}

	/**
	 * What was read, with the defaults for what was not.
	 */
	Settings settings() {
		return new Settings(this.nodes, this.lease, this.heartbeat, this.drain, this.drift, this.clockPpm,
				this.directories, this.delay, this.lossPerMille, this.repeatPerMille, this.silence, this.save,
				this.minimumSize);
	}

	String variant() {
		return this.variant;
	}

	List<String> breaks() {
		return this.breaks;
	}

	String shows() {
		return this.shows;
	}

	List<String> elections() {
		return this.elections;
	}

	private static Range duration(Words words) {
		DurationText span = words.span("a duration");
		if (!span.isAbsolute()) {
			throw words.wrong("a setting cannot be counted in what other settings say: use us, ms, s or min");
		}
		return span.range(Settings.DEFAULT);
	}

	private void clocks(Words words) {
		if (words.accept("exact")) {
			this.clockPpm = 0;
			return;
		}
		words.expect("within");
		this.clockPpm = words.ppm("the largest error");
	}

	private static boolean yes(Words words) {
		String found = words.next("'yes' or 'no'");
		if (!found.equals("yes") && !found.equals("no")) {
			throw words.wrong("'" + found + "' where 'yes' or 'no' is wanted");
		}
		return found.equals("yes");
	}

	private void silentLinks(Words words) {
		this.silence = words.list(() -> {
			if (words.accept("stay", "open")) {
				return 0L;
			}
			words.expect("closed");
			words.expect("after");
			return duration(words).low();
		});
	}

	private void minimumSize(Words words) {
		this.minimumSize = words.accept("majority") ? Settings.MAJORITY
				: words.count("how many members, or 'majority'", 1);
	}

	private static String promise(Words words) {
		String name = words.next("a promise");
		if (Stream.of(Promise.values()).noneMatch((promise) -> promise.name().equals(name))) {
			throw words.wrong("there is no promise '" + name + "': use one of " + List.of(Promise.values()));
		}
		return name;
	}

	/** What stands between commas, each perhaps in several words. */
	private static List<String> list(Words words) {
		return words.list(() -> {
			StringBuilder one = new StringBuilder(words.next("a word"));
			while (!words.atEnd() && !words.peek().equals(",")) {
				one.append(' ').append(words.next("a word"));
			}
			return one.toString();
		});
	}

}
