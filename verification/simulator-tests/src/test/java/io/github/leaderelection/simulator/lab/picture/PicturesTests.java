package io.github.leaderelection.simulator.lab.picture;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import io.github.leaderelection.simulator.lab.exercise.Exercises;
import io.github.leaderelection.simulator.lab.script.Catalogue;
import io.github.leaderelection.simulator.lab.script.Scenario;
import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.variant.Election;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SequenceDiagram} and {@link Timeline}.
 */
class PicturesTests {

	static Stream<String> scenarios() {
		return Catalogue.names().stream();
	}

	@ParameterizedTest
	@MethodSource("scenarios")
	void picturesAreWellFormedAndStayOnTheirSheet(String name) throws Exception {
		assertStaysOnItsSheet(record(name, 3));
	}

	@ParameterizedTest
	@ValueSource(strings = { "fence-confirms", "fence-fails", "fence-split" })
	void picturesOfExercisesStayOnTheirSheet(String name) throws Exception {
		assertStaysOnItsSheet(Objects.requireNonNull(Exercises.find(name).recording(3)));
	}

	/** They are drawn anew by 'lab --exercise'. */
	@ParameterizedTest
	@ValueSource(strings = { "fence-confirms", "fence-fails", "fence-split" })
	void guideHasThePicturesThatAreDrawn(String name) throws Exception {
		Path above = Path.of("").toAbsolutePath();
		while (!Files.isDirectory(above.resolve("docs/internals/lab"))) {
			above = above.getParent();
		}
		Path picture = above.resolve("docs/internals/lab/" + name + "-1-timeline.svg");
		assertThat(Files.readString(picture))
			.isEqualTo(new Timeline(Objects.requireNonNull(Exercises.find(name).recording(1))).svg());
	}

	private static void assertStaysOnItsSheet(Recording recording) throws Exception {
		Document document = parse(new Timeline(recording).svg());
		double width = number(document.getDocumentElement().getAttribute("width"));
		double height = number(document.getDocumentElement().getAttribute("height"));
		NodeList texts = document.getElementsByTagName("text");
		for (int i = 0; i < texts.getLength(); i++) {
			Element text = (Element) texts.item(i);
			assertThat(number(text.getAttribute("x"))).as(text.getTextContent()).isBetween(0.0, width);
			assertThat(number(text.getAttribute("y"))).as(text.getTextContent()).isBetween(0.0, height);
			assertThat(number(text.getAttribute("font-size"))).isGreaterThanOrEqualTo(11);
		}
	}

	@ParameterizedTest
	@MethodSource("scenarios")
	void everyLineOfASequenceIsOneThatMermaidKnows(String name) {
		String page = new SequenceDiagram(record(name, 3)).markdown();
		int begin = page.indexOf("```mermaid\nsequenceDiagram\n");
		String[] lines = page.substring(begin, page.indexOf("```\n", begin + 3)).split("\n");
		assertThat(lines).hasSizeGreaterThan(4);
		int bars = 0;
		for (String line : Arrays.asList(lines).subList(2, lines.length)) {
			assertThat(line).matches(" {4}(participant n\\d|(de)?activate n\\d|Note over n\\d(,n\\d)?: [^;#]+"
					+ "|n\\d(->>|-x)n\\d: [^;#]*)");
			bars += line.startsWith("    activate") ? 1 : 0;
			bars -= line.startsWith("    deactivate") ? 1 : 0;
			assertThat(bars).isNotNegative();
		}
		assertThat(bars).isZero();
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void seedGivesTheSamePicturesAgain(long seed) {
		Recording one = record("leader-ping-pong-article", seed);
		Recording other = record("leader-ping-pong-article", seed);
		assertThat(new Timeline(other).svg()).isEqualTo(new Timeline(one).svg());
		assertThat(new SequenceDiagram(other).markdown()).isEqualTo(new SequenceDiagram(one).markdown());
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void crashIsShownWithAllThatFollows(long seed) throws Exception {
		Recording recording = record("leader-crash", seed);
		String sequence = new SequenceDiagram(recording).markdown();
		assertThat(sequence).contains("crash leader n")
			.contains("scout for term 2")
			.contains("propose term 2")
			.contains("vote")
			.contains("candidate, term 2")
			.contains("leader, term 1");
		String timeline = parse(new Timeline(recording).svg()).getDocumentElement().getTextContent();
		assertThat(timeline).contains("token 1").contains("token 2").contains("crash leader n");
	}

	@Test
	void leadersAgainstTimeHasARowForEachElectionAndAColumnForEachRun() throws Exception {
		LeadersChart chart = new LeadersChart("Leaders");
		for (String election : new String[] { "one", "other" }) {
			chart.add(election, "a crash", record("leader-crash", 1));
			chart.add(election, "a pause", record("leader-pauses", 2));
		}
		Document document = parse(chart.svg());
		double width = number(document.getDocumentElement().getAttribute("width"));
		NodeList lines = document.getElementsByTagName("line");
		int thick = 0;
		for (int i = 0; i < lines.getLength(); i++) {
			Element line = (Element) lines.item(i);
			assertThat(number(line.getAttribute("x1"))).isBetween(0.0, width);
			assertThat(number(line.getAttribute("x2"))).isBetween(number(line.getAttribute("x1")), width);
			thick += line.getAttribute("stroke-width").equals("2") ? 1 : 0;
		}
		// in each of four runs none at first, one, none, one again: four levels and three
		// edges
		assertThat(thick).isEqualTo(4 * 7);
		assertThat(document.getDocumentElement().getTextContent()).contains("one", "other", "a crash", "a pause");
	}

	private static Recording record(String name, long seed) {
		Scenario scenario = Catalogue.find(name);
		return scenario.record(seed, Election.find("quorum", scenario.variant()));
	}

	private static Document parse(String svg) throws Exception {
		return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
	}

	private static double number(String value) {
		return Double.parseDouble(value);
	}

}
