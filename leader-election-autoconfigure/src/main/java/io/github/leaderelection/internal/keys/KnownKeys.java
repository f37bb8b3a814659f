package io.github.leaderelection.internal.keys;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.leaderelection.internal.settings.StoreKind;
import org.jspecify.annotations.Nullable;

/**
 * All keys that settings have.
 */
final class KnownKeys {

	static final String GROUPS = "groups";

	private static final String PEERS = "peers";

	/** What stands behind the name of a group, as it is compared. */
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
	 * Whether the metadata of no module was lost, as happens where jars are merged: a
	 * part of it would make valid keys unknown.
	 */
	boolean isComplete() {
		return isOfElection() && StoreKind.present().stream().allMatch(this::isAbove);
	}

	/** Whether keys stand below a path. */
	private boolean isAbove(String path) {
		return path.isEmpty() || this.byPath.keySet().stream().anyMatch((known) -> known.startsWith(path + "."));
	}

	/**
	 * Whether a setting is read from a path.
	 * @param empty whether it has no value, as the heading of a YAML block whose lines
	 * are all comments
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
	 * Whether a variable names what the application chose below a key other than groups.
	 */
	boolean isBelowAMap(String variable) {
		return this.byPath.values()
			.stream()
			.anyMatch((key) -> key.shape() == KnownKey.Shape.MAP && !key.path().equals(GROUPS)
					&& variable.startsWith(key.variable() + "_"));
	}

	/** The key that has these letters, whatever separates them; null if none has. */
	@Nullable KnownKey withLetters(String letters) {
		return this.byLetters.get(letters);
	}

	/** The key that is most likely meant by a path. */
	NearestKey nearest(KeyPath path) {
		if (path.size() > 2 && path.elements().get(0).equals(GROUPS)) {
			return NearestKey.ofAGroup(String.join("", path.after(2)));
		}
		return nearest(path.letters());
	}

	/** Whether a path is one of a setting but for a slip. */
	boolean isSlip(KeyPath path) {
		return (path.size() > 2 && path.elements().get(0).equals(GROUPS))
				? isSlipOfAGroup(String.join("", path.after(2))) : isSlip(path.letters());
	}

	/** Whether letters are those of a setting but for a slip. */
	boolean isSlip(String letters) {
		return this.byLetters.keySet().stream().anyMatch((known) -> NearestKey.isSlip(letters, known));
	}

	static boolean isSlipOfAGroup(String letters) {
		return OF_A_GROUP.stream().anyMatch((option) -> NearestKey.isSlip(letters, option.replace("-", "")));
	}

	/** The key that is most likely meant by the letters of a path. */
	NearestKey nearest(String letters) {
		return NearestKey.among(this.byPath.values(), letters);
	}

}
