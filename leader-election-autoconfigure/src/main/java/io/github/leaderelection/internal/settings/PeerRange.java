package io.github.leaderelection.internal.settings;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * A range of numbers in an entry, which stands for several nodes: {@code app-{0..2}}
 * stands for {@code app-0}, {@code app-1} and {@code app-2}.
 *
 * @param digits the minimum number of digits of each number
 */
record PeerRange(String text, int first, int last, int digits) {

	private static final Pattern BRACES = Pattern.compile("\\{[^{}]*}");

	private static final Pattern RANGE = Pattern.compile("\\{(\\d{1,9})\\.\\.(\\d{1,9})}");

	private static final String EXAMPLE = "Write it as app-{0..2}@http://app-{0..2}.app:8080, the same range at each "
			+ "place";

	/**
	 * Expands an entry to one for each number, with the same number at each place.
	 * @param entry the entry, with a range or without
	 * @throws InvalidElectionConfigurationException if the text in braces is no range, or
	 * if two ranges differ
	 */
	static List<String> entries(String key, String entry) {
		if (isPlain(entry)) {
			return List.of(entry);
		}
		List<String> ranges = BRACES.matcher(entry).results().map(MatchResult::group).distinct().toList();
		String rest = BRACES.matcher(entry).replaceAll("");
		if (ranges.isEmpty() || rest.contains("{") || rest.contains("}")) {
			throw new InvalidElectionConfigurationException(key, entry, "A brace in it has no counterpart", EXAMPLE);
		}
		if (ranges.size() > 1) {
			throw new InvalidElectionConfigurationException(key, entry, "Its ranges " + String.join(" and ", ranges)
					+ " differ, so it is open which URL belongs to which id", EXAMPLE);
		}
		PeerRange range = parse(key, entry, ranges.get(0));
		return range.numbers().stream().map((number) -> entry.replace(range.text(), number)).toList();
	}

	/**
	 * Whether an entry has no braces, or those of a placeholder, which is reported later.
	 */
	private static boolean isPlain(String entry) {
		return entry.contains("${") || !(entry.contains("{") || entry.contains("}"));
	}

	private static PeerRange parse(String key, String entry, String text) {
		Matcher matcher = RANGE.matcher(text);
		if (!matcher.matches()) {
			throw new InvalidElectionConfigurationException(key, entry, text + " is no range of numbers", EXAMPLE);
		}
		String first = matcher.group(1);
		String last = matcher.group(2);
		boolean padded = isPadded(first) || isPadded(last);
		if (padded && first.length() != last.length()) {
			throw new InvalidElectionConfigurationException(key, entry,
					"The numbers of " + text + " begin with a zero and have different lengths",
					"Write both with the same number of digits, such as {08..11}, or without zeros in front");
		}
		PeerRange range = new PeerRange(text, Integer.parseInt(first), Integer.parseInt(last),
				padded ? first.length() : 1);
		range.check(key, entry);
		return range;
	}

	private static boolean isPadded(String number) {
		return number.length() > 1 && number.startsWith("0");
	}

	private void check(String key, String entry) {
		if (this.first > this.last) {
			throw new InvalidElectionConfigurationException(key, entry,
					"The range " + this.text + " begins behind its end", "Write the smaller number first");
		}
		if (this.last - this.first >= ElectionSettings.MAX_MEMBERS) {
			throw new InvalidElectionConfigurationException(key, entry,
					"The range " + this.text + " stands for " + (this.last - this.first + 1) + " nodes, more than "
							+ ElectionSettings.MAX_MEMBERS,
					"Let fewer instances take part; others can follow the election with leader-election.observe=true");
		}
	}

	private List<String> numbers() {
		return IntStream.rangeClosed(this.first, this.last)
			.mapToObj((number) -> String.format("%0" + this.digits + "d", number))
			.toList();
	}

}
