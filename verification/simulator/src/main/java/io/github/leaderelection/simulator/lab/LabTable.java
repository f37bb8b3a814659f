package io.github.leaderelection.simulator.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import io.github.leaderelection.simulator.lab.stage.LabOutcome;
import io.github.leaderelection.simulator.lab.stage.Settings;
import io.github.leaderelection.simulator.lab.stage.Tally;

/**
 * The table of what was measured.
 */
final class LabTable {

	private static final int WRONG_SHOWN = 5;

	private static final double MILLI = 1e6;

	private static final String HEAD = """
			%1$s nodes   lease     rtt   downtime, leases            downtime, ms                each run, on average                        one
			%2$s                    ms   median      p99      max    median      p99      max   messages  election  elections  changes  terms  proposal   led     kept
			""";

	private final List<Measurements> rows;

	LabTable(List<Measurements> rows) {
		this.rows = List.copyOf(rows);
	}

	String text(String algorithm, long from, int seeds) {
		int width = this.rows.stream().mapToInt((row) -> row.scenario().name().length()).max().orElse(0);
		StringBuilder text = new StringBuilder();
		text.append(format("algorithm %s, seeds %d to %d%n%n", algorithm, from, from + seeds - 1));
		text.append(format(HEAD, pad("", width), pad("scenario", width)));
		this.rows.forEach((row) -> text.append(pad(row.scenario().name(), width)).append(line(row)).append('\n'));
		text.append('\n');
		this.rows.forEach((row) -> remarks(row).forEach((remark) -> text.append(remark).append('\n')));
		return text.toString();
	}

	private static String line(Measurements row) {
		Settings settings = row.scenario().settings();
		Tally total = row.total();
		double runs = row.seeds();
		return format(" %5d %5.0fms %7.1f  %s   %s  %9.0f %9.1f  %9.2f  %7.2f %6.2f  %6.1f %%  %6.2f %%  %d/%d",
				settings.nodes(), settings.lease() / MILLI, settings.roundTrip() / MILLI,
				downtimes(row, settings.lease(), 3), downtimes(row, MILLI, 1), total.messages() / runs,
				total.electionMessages() / runs, total.elections() / runs, total.changes() / runs, total.term() / runs,
				100 * row.withOneProposal() / runs, row.ledPercent(), row.kept(), row.seeds());
	}

	private static String downtimes(Measurements row, double unit, int digits) {
		if (row.gapCount() == 0) {
			return format("%7s  %7s  %7s", "-", "-", "-");
		}
		String number = "%7." + digits + "f";
		String longest = format("%." + digits + "f", row.downtime(1000) / unit);
		return format(number + "  " + number + "  %7s", row.downtime(500) / unit, row.downtime(990) / unit,
				row.allGapsEnded() ? longest : ">" + longest);
	}

	private static List<String> remarks(Measurements row) {
		List<String> remarks = new ArrayList<>();
		String name = row.scenario().name();
		if (!row.broken().isEmpty()) {
			String known = row.scenario().breaks().containsAll(row.broken().keySet()) ? " (as this variant must)" : "";
			remarks.add(name + ": promises broken" + known + ": "
					+ row.broken()
						.entrySet()
						.stream()
						.map((entry) -> entry.getKey() + " in " + entry.getValue() + " runs")
						.collect(Collectors.joining(", ")));
		}
		row.wrong().stream().limit(WRONG_SHOWN).forEach((outcome) -> remarks.add(name + ", " + wrong(outcome)));
		if (row.wrong().size() > WRONG_SHOWN) {
			remarks.add(name + ": and " + (row.wrong().size() - WRONG_SHOWN) + " more");
		}
		return remarks;
	}

	private static String wrong(LabOutcome outcome) {
		return "seed " + outcome.seed() + ": "
				+ ((outcome.failure() != null) ? outcome.failure() : "broke " + outcome.broken());
	}

	private static String pad(String text, int width) {
		return text + " ".repeat(Math.max(0, width - text.length()));
	}

	private static String format(String format, Object... values) {
		return String.format(Locale.ROOT, format, values);
	}

}
