"""Calls tools of an MCP server with the package `mcp`, version 1 or 2, and prints what came as JSON.

Usage: mcp-client.py MODE CALLS COMMAND [ARGUMENT…]

MODE is a mode of Client of version 2, or `session` for the ClientSession of version 1. CALLS is a JSON
array of [tool, arguments]. Every answer that is no error is checked against the tool's outputSchema.
"""

import asyncio
import json
import sys

import jsonschema
import mcp
from mcp import StdioServerParameters


def plain(value):
    return value.model_dump(by_alias=True, mode="json", exclude_none=True)


async def ask(list_tools, call_tool):
    tools = [plain(tool) for tool in (await list_tools()).tools]
    schemas = {tool["name"]: tool["outputSchema"] for tool in tools}
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
        jsonschema.Draft202012Validator.check_schema(tool["outputSchema"])
    answers = []
    for name, arguments in json.loads(sys.argv[2]):
        answer = plain(await call_tool(name, arguments))
        if not answer.get("isError"):
            jsonschema.validate(answer["structuredContent"], schemas[name])
        answers.append(answer)
    return {"tools": sorted(schemas), "answers": answers}


async def session(server):
    async with mcp.stdio_client(server) as (read, write):
        async with mcp.ClientSession(read, write) as client:
            start = await client.initialize()
            found = await ask(client.list_tools, client.call_tool)
            return found | {"version": start.protocolVersion, "instructions": start.instructions}


async def client(server, mode):
    async with mcp.Client(server, mode=mode) as client:
        found = await ask(client.list_tools, client.call_tool)
        return found | {
            "version": client.session.protocol_version,
            "instructions": client.session.instructions,
        }


async def main():
    server = StdioServerParameters(command=sys.argv[3], args=sys.argv[4:])
    mode = sys.argv[1]
    print(json.dumps(await (session(server) if mode == "session" else client(server, mode))))


asyncio.run(main())
