package io.github.leaderelection.simulator.lab.script;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import io.github.leaderelection.simulator.lab.stage.Settings;
import org.jspecify.annotations.Nullable;

/**
 * What durations are counted in: time, or what the settings of a scenario make of it.
 */
enum Unit {

	MICROSECOND((settings) -> 1_000, "us"),

	MILLISECOND((settings) -> 1_000_000, "ms"),

	SECOND((settings) -> 1_000_000_000, "s"),

	MINUTE((settings) -> 60_000_000_000L, "min"),

	HOUR((settings) -> 3_600_000_000_000L, "h"),

	DAY((settings) -> 86_400_000_000_000L, "day", "days"),

	LEASE(Settings::lease, "lease", "leases"),

	HEARTBEAT(Settings::heartbeat, "heartbeat", "heartbeats"),

	BOUND(Settings::bound, "bound", "bounds");

	private final ToLongFunction<Settings> nanos;

	private final List<String> words;

	Unit(ToLongFunction<Settings> nanos, String... words) {
		this.nanos = nanos;
		this.words = List.of(words);
	}

	/**
	 * How long one is.
	 */
	long nanos(Settings settings) {
		return this.nanos.applyAsLong(settings);
	}

	boolean isAbsolute() {
		return ordinal() <= DAY.ordinal();
	}

	static @Nullable Unit of(String word) {
		return Arrays.stream(values()).filter((unit) -> unit.words.contains(word)).findFirst().orElse(null);
	}

	static String all() {
		return Arrays.stream(values()).map((unit) -> String.join("/", unit.words)).collect(Collectors.joining(", "));
	}

}
