package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A table for the reader, JSON for machines, and the targets.
 */
final class Report {

	private final Map<String, Figures> rows = new LinkedHashMap<>();

	private final Map<String, Number> values = new LinkedHashMap<>();

	private final List<Target> targets = new ArrayList<>();

	void row(String name, Figures figures) {
		this.rows.put(name, figures);
	}

	void value(String name, Number value) {
		this.values.put(name, value);
	}

	void target(String what, double value, double atMost) {
		this.targets.add(new Target(what, value, atMost));
	}

	boolean isMet() {
		return this.targets.stream().allMatch(Target::isMet);
	}

	void print() {
		System.out.printf(Locale.ROOT, "%n%-32s %10s %10s %10s%n", "", "median", "p95", "worst");
		this.rows.forEach((name, figures) -> System.out.printf(Locale.ROOT, "%-32s %10.1f %10.1f %10.1f%n", name,
				figures.median(), figures.p95(), figures.worst()));
		if (!this.values.isEmpty()) {
			System.out.println();
		}
		this.values.forEach((name, value) -> System.out.printf(Locale.ROOT, "%-32s %10s%n", name, value));
		System.out.println();
		for (Target target : this.targets) {
			System.out.printf(Locale.ROOT, "%-6s %-44s %10.1f, at most %.1f%n", target.isMet() ? "met" : "MISSED",
					target.what(), target.value(), target.atMost());
		}
	}

	void write(Path file) throws IOException {
		List<String> figures = new ArrayList<>();
		this.rows.forEach((name, row) -> figures.add("  \"" + name + "\": " + row.json()));
		this.values.forEach((name, value) -> figures.add("  \"" + name + "\": " + value));
		List<String> results = this.targets.stream().map((target) -> "    " + target.json()).toList();
		Files.createDirectories(file.toAbsolutePath().getParent());
		Files.writeString(file, "{\n" + String.join(",\n", figures) + ",\n  \"targets\": [\n"
				+ String.join(",\n", results) + "\n  ]\n}\n");
		System.out.println("\nWritten to " + file);
	}

	private record Target(String what, double value, double atMost) {

		boolean isMet() {
			return this.value <= this.atMost;
		}

		String json() {
			String number = Double.isInfinite(this.value) ? "null" : String.format(Locale.ROOT, "%.1f", this.value);
			return String.format(Locale.ROOT, "{\"target\":\"%s\",\"value\":%s,\"atMost\":%.1f,\"met\":%s}", this.what,
					number, this.atMost, isMet());
		}

	}

}
