package io.github.leaderelection.simulator.branches;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why some branches are never taken in the simulator, as {@code branches/reasons.txt}
 * says: a line with the reason after {@code because}, and below it the branches it holds
 * for. After {@code seldom, for} stands why chance takes a branch in few of many runs.
 */
final class Reasons {

	private static final String FILE = "/branches/reasons.txt";

	private static final String BECAUSE = "because ";

	private static final String SELDOM = "seldom, for ";

	private Reasons() {
	}

	/**
	 * Reads all.
	 * @return the reason of each branch, by its name
	 */
	static Map<String, Reason> all() {
		try (InputStream stream = Reasons.class.getResourceAsStream(FILE)) {
			if (stream == null) {
				throw new IllegalStateException("The jar lacks " + FILE + ": build it anew");
			}
			return parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
		}
		catch (IOException ex) {
			throw new IllegalStateException("The reasons cannot be read: " + ex, ex);
		}
	}

	static Map<String, Reason> parse(List<String> lines) {
		Map<String, Reason> reasons = new LinkedHashMap<>();
		Reason reason = null;
		for (String line : lines) {
			String text = line.strip();
			if (text.startsWith(BECAUSE)) {
				reason = new Reason(text.substring(BECAUSE.length()), false);
			}
			else if (text.startsWith(SELDOM)) {
				reason = new Reason(text.substring(SELDOM.length()), true);
			}
			else if (!text.isEmpty() && !text.startsWith("# ")) {
				if (reason == null) {
					throw new IllegalStateException("The branch '" + text + "' stands before any reason: write a line"
							+ " 'because ..' above it");
				}
				reasons.put(text, reason);
			}
		}
		return reasons;
	}

}
