package io.github.leaderelection.simulator.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.leaderelection.simulator.lab.picture.LeadersChart;
import io.github.leaderelection.simulator.lab.picture.LineChart;
import io.github.leaderelection.simulator.lab.script.Catalogue;
import io.github.leaderelection.simulator.lab.script.Scenario;
import io.github.leaderelection.simulator.lab.stage.Tally;
import io.github.leaderelection.simulator.lab.variant.Election;

/**
 * All elections side by side, as Markdown for the guide: what a change of leader costs
 * with so many nodes, how many lead at once while the network is divided, and how few
 * live members still elect.
 */
final class Comparison {

	private static final List<Integer> SIZES = List.of(3, 5, 7, 9, 25);

	private static final int DIVIDED = 6;

	private static final int FEWEST_OF = 5;

	private static final List<String> CHANGES = List.of("cold-start", "leader-crash", "leader-resigns");

	private static final Map<String, String> PARTITIONS = new LinkedHashMap<>();
	static {
		String begin = "; steps; start all; await leader; wait 3 s; ";
		String end = "; wait 10 leases; heal all; wait 8 leases";
		PARTITIONS.put("two halves of six",
				"nodes = 6" + begin + "cut leader, leader's first successor, leader's second successor from"
						+ " leader's third successor, leader's fourth successor, leader's fifth successor" + end);
		PARTITIONS.put("the leader and one more cut from three", "nodes = 5" + begin
				+ "cut leader, leader's first successor from leader's second successor, leader's third successor,"
				+ " leader's fourth successor" + end);
	}

	private final List<String> algorithms;

	private final LabOptions options;

	private final PrintStream out;

	Comparison(LabOptions options, PrintStream out) {
		this.algorithms = List.of(options.algorithm().split(","));
		this.options = options;
		this.out = out;
	}

	void print() {
		Map<String, Map<Integer, Double>> messages = new LinkedHashMap<>();
		Map<String, Map<Integer, Double>> downtimes = new LinkedHashMap<>();
		for (String name : CHANGES) {
			line("### %s%n", name);
			line("| election | nodes | downtime, leases: median | p99 | messages of the election | rounds | proposals | kept |");
			line("|---|---:|---:|---:|---:|---:|---:|---:|");
			for (String algorithm : this.algorithms) {
				for (int nodes : SIZES) {
					Scenario scenario = Catalogue.find(name).with(Map.of("nodes", Integer.toString(nodes)));
					Measurements measured = measure(scenario, algorithm);
					row(algorithm, nodes, measured);
					if (name.equals("leader-crash")) {
						double runs = measured.seeds();
						messages.computeIfAbsent(algorithm, (key) -> new LinkedHashMap<>())
							.put(nodes, measured.total().electionMessages() / runs);
						downtimes.computeIfAbsent(algorithm, (key) -> new LinkedHashMap<>())
							.put(nodes, leases(measured, 500));
					}
				}
			}
			line("");
		}
		leadersAtOnce();
		fewest();
		leadersAgainstTime();
		draw("messages", "Messages of an election after a crash, by nodes", messages);
		draw("downtime", "Downtime after a crash in leases (median), by nodes", downtimes);
	}

	private void row(String algorithm, int nodes, Measurements measured) {
		Tally total = measured.total();
		double runs = measured.seeds();
		line("| %s | %d | %.2f | %.2f | %.1f | %.1f | %.2f | %d/%d |", algorithm, nodes, leases(measured, 500),
				leases(measured, 990), total.electionMessages() / runs, measured.meanRounds(), total.elections() / runs,
				measured.kept(), measured.seeds());
	}

	private static double leases(Measurements measured, int perMille) {
		return (measured.gapCount() == 0) ? 0
				: (double) measured.downtime(perMille) / measured.scenario().settings().lease();
	}

	/**
	 * What happens to one that leads while the network is divided in different ways, and
	 * to those that do not hear it any more.
	 */
	private void leadersAtOnce() {
		line("### Most leaders at once, %d nodes%n", DIVIDED);
		line("| election | two halves | bridge | leader only sends | leader only receives | leader paused |");
		line("|---|---:|---:|---:|---:|---:|");
		for (String algorithm : this.algorithms) {
			List<String> counts = new ArrayList<>();
			for (String steps : List.of("cut n0, n1, n2 from n3, n4, n5",
					"keep only n0-n1, n1-n5, n0-n5, n2-n3, n3-n5, n2-n5, n4-n5", "cut followers to leader",
					"cut leader to followers", "pause leader for 3 leases")) {
				counts.add(Integer.toString(measure(divided(steps), algorithm).mostLeaders()));
			}
			line("| %s | %s |", algorithm, String.join(" | ", counts));
		}
		line("");
	}

	private static Scenario divided(String step) {
		return Catalogue.parse("divided", "divided",
				String.join("\n", "# The network is divided.", "", "nodes = " + DIVIDED, "", "steps", "  start all",
						"  await leader", "  wait 3 s", "  measure", "  " + step, "  wait 8 leases"));
	}

	private void fewest() {
		line("### Fewest live members of %d that still elect%n", FEWEST_OF);
		line("| election | live members |");
		line("|---|---:|");
		for (String algorithm : this.algorithms) {
			int fewest = IntStream.rangeClosed(1, FEWEST_OF)
				.filter((live) -> elects(algorithm, live))
				.findFirst()
				.orElse(0);
			line("| %s | %d |", algorithm, fewest);
		}
		line("");
	}

	private boolean elects(String algorithm, int live) {
		String gone = IntStream.range(live, FEWEST_OF).mapToObj((node) -> "n" + node).collect(Collectors.joining(", "));
		List<String> lines = new ArrayList<>(List.of("# Only some live on.", "", "nodes = " + FEWEST_OF, "", "steps",
				"  start all", "  await leader", "  wait 3 s"));
		if (!gone.isEmpty()) {
			lines.add("  crash " + gone);
		}
		lines.addAll(List.of("  wait 6 leases", "  expect leader"));
		Measurements measured = measure(Catalogue.parse("fewest", "fewest", String.join("\n", lines)), algorithm);
		return measured.kept() == measured.seeds();
	}

	/** One run of each: that of the first seed. */
	private void leadersAgainstTime() {
		LeadersChart chart = new LeadersChart("Leaders against time while the network is divided");
		for (String algorithm : this.algorithms) {
			PARTITIONS.forEach((name, steps) -> {
				Election election = Election.find(algorithm, "");
				chart.add(algorithm, name, partitioned(name, steps).record(this.options.from(), election));
			});
		}
		write("leaders", chart.svg());
	}

	private static Scenario partitioned(String name, String steps) {
		return Catalogue.parse(name, name, "# " + name + "\n" + steps.replace("; ", "\n"));
	}

	private Measurements measure(Scenario scenario, String algorithm) {
		return new Batch(scenario, algorithm).run(this.options.from(), this.options.seeds(), this.options.threads());
	}

	private void draw(String name, String title, Map<String, Map<Integer, Double>> series) {
		write(name, new LineChart(title, series).svg());
	}

	private void write(String name, String svg) {
		String directory = this.options.pictures();
		if (directory == null) {
			return;
		}
		Path file = Path.of(directory, "compare-" + name + ".svg");
		try {
			Files.createDirectories(file.getParent());
			Files.writeString(file, svg);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot draw into " + directory + ": choose another directory", ex);
		}
		line("%s", file);
	}

	private void line(String format, Object... values) {
		this.out.printf(Locale.ROOT, format + "%n", values);
	}

}
