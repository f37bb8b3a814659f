package io.github.leaderelection.internal.keys;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.leaderelection.internal.settings.StoreKind;
import org.jspecify.annotations.Nullable;

/**
 * The keys of all settings.
 */
final class KnownKeys {

	static final String GROUPS = "groups";

	private static final String PEERS = "peers";

	/** The options below the name of a group. */
	static final List<String> OF_A_GROUP = List.of("algorithm", "heartbeat-interval", "lease-duration", "preempt",
			"priority");

	private final Map<String, KnownKey> byPath = new TreeMap<>();

	private final Map<String, KnownKey> byLetters = new TreeMap<>();

	KnownKeys(Collection<KnownKey> keys) {
		for (KnownKey key : keys) {
			this.byPath.put(key.path(), key);
			this.byLetters.put(key.letters(), key);
		}
	}

	/** Whether the metadata of the election itself was found. */
	boolean isOfElection() {
		return this.byPath.containsKey(PEERS);
	}

	/**
	 * Whether the metadata of all modules was found. Merging jars may lose some, which
	 * would make valid keys unknown.
	 */
	boolean isComplete() {
		return isOfElection() && StoreKind.present().stream().allMatch(this::isAbove);
	}

	/** Whether there are keys below a path. */
	private boolean isAbove(String path) {
		return path.isEmpty() || this.byPath.keySet().stream().anyMatch((known) -> known.startsWith(path + "."));
	}

	/**
	 * Whether a setting is read from a path.
	 * @param empty whether the path has no value, such as a YAML block with comments only
	 */
	boolean isRead(KeyPath path, boolean empty) {
		for (int size = path.size(); size > 0; size--) {
			KnownKey key = this.byPath.get(path.first(size));
			if (key != null) {
				return fits(key, path.after(size));
			}
		}
		return empty && path.size() > 0 && isAbove(path.first(path.size()));
	}

	private static boolean fits(KnownKey key, List<String> rest) {
		return switch (key.shape()) {
			case VALUE -> rest.isEmpty();
			case LIST -> rest.isEmpty() || (rest.size() == 1 && KeyPath.isPlace(rest.get(0)));
			case MAP -> !key.path().equals(GROUPS) || rest.size() < 2 || (rest.size() == 2 && isOfAGroup(rest.get(1)));
		};
	}

	static boolean isOfAGroup(String element) {
		return OF_A_GROUP.stream().anyMatch((option) -> option.replace("-", "").equals(element));
	}

	/**
	 * Whether a variable is below a key, other than groups, whose subkeys the application
	 * chooses.
	 */
	boolean isBelowAMap(String variable) {
		return this.byPath.values()
			.stream()
			.anyMatch((key) -> key.shape() == KnownKey.Shape.MAP && !key.path().equals(GROUPS)
					&& variable.startsWith(key.variable() + "_"));
	}

	/** The key with these letters regardless of separators, or null. */
	@Nullable KnownKey withLetters(String letters) {
		return this.byLetters.get(letters);
	}

	/** The key that a path most likely means. */
	NearestKey nearest(KeyPath path) {
		if (path.size() > 2 && path.elements().get(0).equals(GROUPS)) {
			return NearestKey.ofAGroup(String.join("", path.after(2)));
		}
		return nearest(path.letters());
	}

	/** Whether a path is a misspelt key of a setting. */
	boolean isSlip(KeyPath path) {
		return (path.size() > 2 && path.elements().get(0).equals(GROUPS))
				? isSlipOfAGroup(String.join("", path.after(2))) : isSlip(path.letters());
	}

	/** Whether letters are those of a misspelt key of a setting. */
	boolean isSlip(String letters) {
		return this.byLetters.keySet().stream().anyMatch((known) -> NearestKey.isSlip(letters, known));
	}

	static boolean isSlipOfAGroup(String letters) {
		return OF_A_GROUP.stream().anyMatch((option) -> NearestKey.isSlip(letters, option.replace("-", "")));
	}

	/** The key that the letters of a path most likely mean. */
	NearestKey nearest(String letters) {
		return NearestKey.among(this.byPath.values(), letters);
	}

}
