package io.github.leaderelection.simulator.lab.script;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import io.github.leaderelection.simulator.lab.stage.Settings;
import org.jspecify.annotations.Nullable;

/**
 * What durations are counted in: time, or what the settings of a scenario make of it.
 */
enum Unit {

	MICROSECOND("us") {
		@Override
		long nanos(Settings settings) {
			return 1_000;
		}
	},

	MILLISECOND("ms") {
		@Override
		long nanos(Settings settings) {
			return 1_000_000;
		}
	},

	SECOND("s") {
		@Override
		long nanos(Settings settings) {
			return 1_000_000_000;
		}
	},

	MINUTE("min") {
		@Override
		long nanos(Settings settings) {
			return 60_000_000_000L;
		}
	},

	HOUR("h") {
		@Override
		long nanos(Settings settings) {
			return 3_600_000_000_000L;
		}
	},

	DAY("day", "days") {
		@Override
		long nanos(Settings settings) {
			return 86_400_000_000_000L;
		}
	},

	LEASE("lease", "leases") {
		@Override
		long nanos(Settings settings) {
			return settings.lease();
		}
	},

	HEARTBEAT("heartbeat", "heartbeats") {
		@Override
		long nanos(Settings settings) {
			return settings.heartbeat();
		}
	},

	BOUND("bound", "bounds") {
		@Override
		long nanos(Settings settings) {
			return settings.bound();
		}
	};

	private final List<String> words;

	Unit(String... words) {
		this.words = List.of(words);
	}

	/**
	 * How long one is.
	 */
	abstract long nanos(Settings settings);

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
