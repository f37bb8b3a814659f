package io.github.leaderelection.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A state of the page and the sentence that it has to show.
 */
record Situation(String name, String sentence, ObjectNode state) {

	private static final JsonNode FILE = JsonMapper.shared().readTree(PageServer.resource("/page-states.json"));

	private static final String HEALTHY = "healthy";

	/** All of them, each with its name for that of the cluster. */
	static Stream<Situation> all() {
		String well = of(HEALTHY).sentence();
		List<Situation> all = new ArrayList<>();
		FILE.path("states").propertyNames().forEach((name) -> all.add(of(name)));
		all.add(of("twelve groups", well, Situation::addGroups));
		all.add(of("seven members", "7 of 7 members, a leads since 14:08, three more may fail.",
				Situation::addMembers));
		all.add(of("1,024 partitions", well, Situation::addPartitions));
		all.forEach((each) -> each.node().put("cluster", each.name()));
		return all.stream();
	}

	/** One of those in the file. */
	static Situation of(String name) {
		JsonNode wanted = FILE.path("states").path(name);
		ObjectNode state = (ObjectNode) FILE.path("states").path(HEALTHY).path("state").deepCopy();
		merge(state, wanted.path("patch"));
		for (JsonNode group : state.at("/view/groups")) {
			ArrayNode members = (ArrayNode) group.path("members");
			for (int i = 0; i < members.size(); i++) {
				ObjectNode member = (ObjectNode) FILE.path("member").deepCopy();
				merge(member, members.get(i));
				members.set(i, member);
			}
		}
		return new Situation(name, wanted.path("sentence").asString(), state);
	}

	private static Situation of(String name, String sentence, Consumer<Situation> change) {
		Situation situation = new Situation(name, sentence, of(HEALTHY).state());
		change.accept(situation);
		return situation;
	}

	/** As a merge patch, but for what is gone: null stays a value. */
	private static void merge(ObjectNode target, JsonNode patch) {
		for (Map.Entry<String, JsonNode> each : patch.properties()) {
			if (each.getValue().asString("").equals("gone")) {
				target.remove(each.getKey());
			}
			else if (each.getValue().isObject() && target.path(each.getKey()) instanceof ObjectNode inner) {
				merge(inner, each.getValue());
			}
			else {
				target.set(each.getKey(), each.getValue().deepCopy());
			}
		}
	}

	ObjectNode node() {
		return (ObjectNode) this.state.path("view");
	}

	ObjectNode group() {
		return (ObjectNode) node().path("groups").path("default");
	}

	private void addGroups() {
		ObjectNode groups = (ObjectNode) node().path("groups");
		IntStream.rangeClosed(2, 12).forEach((i) -> groups.set("group-of-many-" + i, group().deepCopy()));
	}

	private void addMembers() {
		((ObjectNode) group().path("quorum")).put("required", 4).put("reachable", 7);
		ArrayNode members = (ArrayNode) group().path("members");
		for (String id : List.of("d", "e", "f", "orders-service-production-eu-central-1-7d9f8c6b5-x2v4q:8080")) {
			members.add(((ObjectNode) members.get(0).deepCopy()).put("id", id).put("witness", id.equals("f")));
		}
	}

	private void addPartitions() {
		ObjectNode plan = (ObjectNode) this.state.at("/parts/default/assignments/assignments/orders/plan");
		plan.put("partitions", 1024);
		List<String> instances = List.of("a", "b", "c");
		for (int i = 0; i < instances.size(); i++) {
			ArrayNode owned = ((ObjectNode) plan.path("owners")).putArray(instances.get(i));
			IntStream.iterate(i, (each) -> each < 1024, (each) -> each + instances.size())
				.forEach((each) -> owned.add("p" + each));
		}
	}

	@Override
	public String toString() {
		return this.name;
	}

}
